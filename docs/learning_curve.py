"""Draw the learning curves that examples/learn_maskable_ppo.py wrote, a line per file.

python docs/learning_curve.py [--data docs/learning] [--out FILE.png]
"""

import argparse
import csv
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt

DATA = Path(__file__).parent / "learning"
PANELS = (("rank", "mean rank (1 is first)"), ("wins", "share of games won"), ("lead", "mean lead in points"))


def main() -> None:
    """Read the files and draw rank, wins and lead over the learner's decisions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--out", type=Path, default=DATA / "maskable_ppo_vs_greedy.png")
    arguments = parser.parse_args()
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
    for path in sorted(arguments.data.glob("*.csv")):
        with path.open(encoding="utf-8") as file:
            rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
        for panel, (name, _) in zip(axes, PANELS, strict=True):
            panel.plot(
                [row["steps"] / 1000 for row in rows],
                [row[name] for row in rows],
                label=path.stem.rpartition("_")[2].replace("seed", "seed "),
            )
    for panel, (_, title) in zip(axes, PANELS, strict=True):
        panel.set(title=title, xlabel="decisions, thousands")
        panel.grid(alpha=0.3)
    axes[0].invert_yaxis()
    axes[1].axhline(1 / 3, color="gray", linestyle=":")  # an even share
    axes[2].legend()
    figure.savefig(arguments.out, dpi=110)
    print(f"Drawn: {arguments.out.name}")


if __name__ == "__main__":
    main()
