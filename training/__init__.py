"""The subject, executed: partition, sampling and both training iterations in NumPy.

Everything the film shows or speaks as a number is computed here, or cited in
:mod:`training.published`.  Nothing in this package imports Manim or any other
part of the project; scenes and scripts read one object, ``training.lesson.facts``.
"""
