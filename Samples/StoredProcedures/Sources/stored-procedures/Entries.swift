import Foundation
import GRDB

/// The example data: expenses with date and category.
enum Entries {
  static let categories = ["books", "bread", "coffee", "music", "rent", "trains"]
  /// A named query of the older procedures.
  static let queries = [
    "queryEntriesBetweenDateStartEnd": "SELECT id, date, category, amount FROM entry WHERE date >= ? AND date < ?"
  ]

  /// Makes a database with this many entries in the year 2026, the same in every run.
  static func generate(_ count: Int, at path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE entry (id INTEGER PRIMARY KEY, date TEXT NOT NULL, category TEXT NOT NULL, amount REAL NOT NULL);
          CREATE INDEX entry_date ON entry (date);
          """)
      let insert = try database.makeStatement(sql: "INSERT INTO entry (date, category, amount) VALUES (?, ?, ?)")
      var random = Numbers(state: 7)
      for number in 0..<count {
        let day = number * 365 / count
        let month = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334].lastIndex { $0 <= day } ?? 0
        let first = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month]
        let date = String(format: "2026-%02d-%02d", month + 1, day - first + 1)
        let cents = random.next() % 10_000 + (random.next() % 500 == 0 ? 90_000 : 0)
        try insert.execute(
          arguments: [date, categories[Int(random.next() % UInt64(categories.count))], Double(cents) / 100])
      }
    }
  }

  /// A generator with the same numbers in each run.
  private struct Numbers {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }
}
