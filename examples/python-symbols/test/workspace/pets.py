class Dog:
    """A dog."""

    def bark(self):
        return 1


def free(dog):
    return dog
