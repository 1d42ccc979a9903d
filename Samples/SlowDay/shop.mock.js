// The native side of shop.test.js, which also needs --allow shop.step to listen to an event.

let orders = 0;
mock("shop.menu", () => ["coffee", "tea"]);
mock("shop.order", ({ item }) => ({ number: (orders += 1), item }));
mock("shop.follow", () => true);
mock("counter.orders", () => orders);
