import Foundation
import Strobe
import StrobeTesting
import Testing

/// The tests of the example.
///
/// Lines of code with the mocks: 95 here, 221 there.
struct WeatherSearchTests {
    let brooklyn = Place(id: 1, name: "Brooklyn", country: "United States", latitude: 40.7, longitude: -73.9)
    let special = Place(id: 42, name: "Special Place", country: "Special Country", latitude: 0, longitude: 0)
    let forecast = Forecast(
        daily: Forecast.Daily(
            time: [0, 86_400].map(Date.init(timeIntervalSince1970:)), temperatureMax: [90, 70],
            temperatureMin: [70, 50]),
        units: Forecast.Units(temperatureMax: "°F", temperatureMin: "°F"))
    var weather: WeatherSearch.Weather {
        WeatherSearch.Weather(
            id: 42,
            days: [
                WeatherSearch.Weather.Day(
                    date: Date(timeIntervalSince1970: 0), temperatureMax: 90, temperatureMaxUnit: "°F",
                    temperatureMin: 70, temperatureMinUnit: "°F"),
                WeatherSearch.Weather.Day(
                    date: Date(timeIntervalSince1970: 86_400), temperatureMax: 70, temperatureMaxUnit: "°F",
                    temperatureMin: 50, temperatureMinUnit: "°F"),
            ])
    }
    let clock = TestClock()

    func makeStore(
        _ state: WeatherSearch.State = WeatherSearch.State(), error: (any Error)? = nil
    ) -> TestStoreOf<WeatherSearch> {
        let store = TestStore(initial: state, clock: clock, reducer: WeatherSearch())
        let client = WeatherClient(
            find: { [clock, brooklyn] _ in
                try await clock.sleep(for: .seconds(1))
                if let error { throw error }
                return [brooklyn]
            },
            forecast: { [clock, forecast] _ in
                try await clock.sleep(for: .seconds(1))
                if let error { throw error }
                return forecast
            })
        store.setEffectHandler(schedule: WeatherSearch.schedule, async: client.perform)
        return store
    }

    @Test("finds places once the query rests, and none for an empty one")
    func findAndClear() async {
        let store = makeStore()
        await store.send(.queryTyped("S")) { $0.query = "S" }
        clock.advance(by: .milliseconds(1300))
        await store.receive(.placesFound([brooklyn])) { $0.places = [brooklyn] }
        await store.send(.queryTyped("")) {
            $0.places = []
            $0.query = ""
        }
        await store.finish()
    }

    @Test("finds nothing when the request fails")
    func findFailure() async {
        let store = makeStore(error: CancellationError())
        await store.send(.queryTyped("S")) { $0.query = "S" }
        clock.advance(by: .milliseconds(1300))
        await store.receive(.placesFound([]))
        await store.finish()
    }

    @Test("cancels a request that is under way when the query is cleared", arguments: [200, 400])
    func clearCancels(milliseconds: Int) async {
        let store = makeStore()
        await store.send(.queryTyped("S")) { $0.query = "S" }
        clock.advance(by: .milliseconds(milliseconds))
        await store.send(.queryTyped("")) { $0.query = "" }
        await store.finish()
    }

    @Test("loads the weather of the place that is tapped, and cancels the request for another one")
    func tap() async {
        let store = makeStore()
        await store.send(.placeTapped(brooklyn)) { $0.loading = brooklyn }
        await store.send(.placeTapped(special)) { $0.loading = special }
        clock.advance(by: .seconds(1))
        await store.receive(.forecastLoaded(42, forecast)) {
            $0.loading = nil
            $0.weather = weather
        }
        await store.finish()
    }

    @Test("shows no weather when the request fails")
    func tapFailure() async {
        let store = makeStore(WeatherSearch.State(weather: weather), error: CancellationError())
        await store.send(.placeTapped(brooklyn)) { $0.loading = brooklyn }
        clock.advance(by: .seconds(1))
        await store.receive(.forecastLoaded(1, nil)) {
            $0.loading = nil
            $0.weather = nil
        }
        await store.finish()
    }
}
