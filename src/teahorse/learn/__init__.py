"""Self-play and training of the network that the bots use (docs/learning.md). Needs PyTorch, the extra `learn`."""
