"""Draw the learning curve that examples/learn_maskable_ppo.py wrote.

python docs/learning_curve.py [--data docs/learning/maskable_ppo_vs_greedy.csv] [--out FILE.png]
"""

import argparse
import csv
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt

DATA = Path(__file__).parent / "learning" / "maskable_ppo_vs_greedy.csv"


def main() -> None:
    """Read the rows and draw rank, wins and lead over the learner's decisions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--out", type=Path, default=DATA.with_suffix(".png"))
    wishes = parser.parse_args()
    with wishes.data.open(encoding="utf-8") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    steps = [row["steps"] / 1000 for row in rows]
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
    panels = (("rank", "mean rank (1 is first)"), ("wins", "share of games won"), ("lead", "mean lead in points"))
    for panel, (name, title) in zip(axes, panels, strict=True):
        panel.plot(steps, [row[name] for row in rows], color="#8a3b12")
        panel.set(title=title, xlabel="decisions, thousands")
        panel.grid(alpha=0.3)
    axes[0].invert_yaxis()
    figure.savefig(wishes.out, dpi=110)
    print(f"Drawn: {wishes.out.name}")


if __name__ == "__main__":
    main()
