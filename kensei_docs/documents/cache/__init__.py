"""What is not done twice: laid-out faces and finished outputs, kept by the digest of what they are made from."""
