import Strobe
import StrobeTesting

/// A store whose effects are jobs that take some time of a test clock, and record when they begin and end.
struct Bench {
    struct Job: Sendable, Equatable {
        var name: String
        var seconds = 1
        /// Whether it continues when cancelled, like careless code.
        var isStubborn = false
    }

    enum Action: Sendable {
        case ask(Job)
        case done(String)
    }

    let clock = TestClock()
    let store = Store<[String], Action, Job>(initial: []) { state, action -> [Job] in
        switch action {
        case .ask(let job): return [job]
        case .done(let name): state.append(name)
        }
        return []
    }
    let log = Collector<String>()

    /// A bench whose effects a test handles itself.
    init() {
        store.dependencies = Dependencies(clock: clock, executor: clock.executor)
    }

    init(schedule: @escaping @Sendable (Job) -> EffectSchedule) {
        self.init()
        store.setEffectHandler(schedule: schedule) { [clock, log] job, context in
            log.add("\(job.name) begins at \(clock.now.offset.components.seconds)")
            do {
                try await clock.sleep(for: .seconds(job.seconds))
            } catch  where job.isStubborn {
            } catch {
                return log.add("\(job.name) is cancelled")
            }
            context.dispatch(.done(job.name))
        }
    }

    /// Requests a job and lets it begin.
    func ask(_ name: String, seconds: Int = 1, isStubborn: Bool = false) {
        store.dispatch(.ask(Job(name: name, seconds: seconds, isStubborn: isStubborn)))
        clock.executor.run()
    }

    func wait(_ seconds: Int) {
        clock.advance(by: .seconds(seconds))
    }

    /// The running jobs, with their phases.
    var listed: [String] {
        store.runningEffects.map { "\($0.effect?.name ?? "-") \($0.phase)" }
    }
}
