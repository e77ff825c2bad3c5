"""What is printed, and how a user wants it: products with their rows, sizes of paper and faces, and options."""
