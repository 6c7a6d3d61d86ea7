/// Whether answers are left out for now: those of the many rounds of a loop, which is summed up at its end.
enum OutputMuting {
    @TaskLocal static var isOn = false
}
