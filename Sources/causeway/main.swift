print("causeway")
