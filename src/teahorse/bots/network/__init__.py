"""The learned network at run time: weights as package data, inference in compiled code, and the bots that use it."""
