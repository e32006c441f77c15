"""Exercises: kind × rules × level × seed -> question; question × answer -> verdict.

>>> from lessons.exercises.addresses import Address
>>> from lessons.exercises.making import exercise_at
>>> exercise = exercise_at(Address("trick-winner", "kompakt", level=1, seed=7))
>>> kind, question = exercise.kind, exercise.question
>>> (winner,) = kind.solve(question)
>>> winner in question.trick.seats
True
>>> kind.verdict(question, (winner,)).is_right
True
"""
