"""What a viewer has not seen: how the hidden cards may lie without the viewer having been told otherwise."""
