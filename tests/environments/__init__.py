"""The environments: decisions one after another, what they show, and that other libraries take them as their own."""
