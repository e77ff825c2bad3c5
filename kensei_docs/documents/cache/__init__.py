"""What is not done again: laid-out faces and finished outputs, by the digest of what they are made from."""
