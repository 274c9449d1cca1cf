"""The examples in docstrings and in docs/python.md do what they say."""

import doctest
import importlib

import pytest
import shangrila


def names() -> dict:
    return {name: getattr(shangrila, name) for name in shangrila.__all__}


def documented():
    for name, value in vars(shangrila._native).items():
        if isinstance(value, type) or name == "analyse":
            yield name, value.__doc__
            for key, member in vars(value).items() if isinstance(value, type) else ():
                yield f"{name}.{key}", getattr(member, "__doc__", None)


def test_examples_in_the_docstrings_of_the_native_classes():
    examined = 0
    for name, text in documented():
        if text and ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, names(), name, name, 0)
            assert doctest.DocTestRunner().run(test).failed == 0, name
            examined += len(test.examples)
    assert examined > 30


@pytest.mark.parametrize("module", ["", ".pettingzoo", ".gymnasium", ".openspiel", ".engine", ".server", ".dataset"])
def test_examples_in_the_docstrings_of_the_modules(module):
    failed, _ = doctest.testmod(importlib.import_module("shangrila" + module))
    assert failed == 0


def test_examples_in_the_document(root):
    failed, attempted = doctest.testfile(str(root / "docs/python.md"), module_relative=False)
    assert failed == 0 and attempted > 10
