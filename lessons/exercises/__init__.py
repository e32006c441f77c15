"""Exercises: kind × rules × level × seed -> question; question × answer -> verdict.

>>> from lessons.exercises.exercise import Address, exercise_at
>>> exercise = exercise_at(Address("trick-winner", "kompakt", level=1, seed=7))
>>> exercise.kind.solve(exercise.question) in exercise.question.trick.seats
True
"""
