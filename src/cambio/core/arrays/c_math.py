"""The few functions of real numbers that players need; c_math.pxd takes them from C when compiled."""

import math


def exp(number: float) -> float:
    return math.exp(number)


def log(number: float) -> float:
    return math.log(number)


def sqrt(number: float) -> float:
    return math.sqrt(number)


def erfc(number: float) -> float:
    return math.erfc(number)
