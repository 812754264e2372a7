"""Small networks learn faster on one core, and other tests need the rest."""

import pytest
import torch


@pytest.fixture(autouse=True, scope="session")
def one_core() -> None:
    """Keep PyTorch to one core."""
    torch.set_num_threads(1)
