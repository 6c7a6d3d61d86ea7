/// The version of the program `strobe`.
enum Version {
    static let current = "0.1.0"
}
