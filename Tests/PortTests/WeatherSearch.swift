import Foundation
import Strobe

struct Place: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
    var country: String
    var latitude, longitude: Double
    var region: String?
}

struct Forecast: Equatable, Sendable {
    var daily: Daily
    var units: Units

    struct Daily: Equatable, Sendable {
        var time: [Date]
        var temperatureMax, temperatureMin: [Double]
    }
    struct Units: Equatable, Sendable { var temperatureMax, temperatureMin: String }
}

/// A search for places, and the weather of one of them.
///
/// After `Examples/Search` of pointfreeco/swift-composable-architecture.
/// Lines of code without views, server and mocks: 86 here, 135 there.
struct WeatherSearch: Reducer {
    struct State: Equatable, Sendable {
        var query = ""
        var places: [Place] = []
        var loading: Place?
        var weather: Weather?
    }
    struct Weather: Equatable, Sendable {
        var id: Place.ID
        var days: [Day]

        struct Day: Equatable, Sendable {
            var date: Date
            var temperatureMax: Double
            var temperatureMaxUnit: String
            var temperatureMin: Double
            var temperatureMinUnit: String
        }
    }
    enum Action: Equatable, Sendable {
        case queryTyped(String), placesFound([Place]), placeTapped(Place), forecastLoaded(Place.ID, Forecast?)
    }
    enum Effect: Equatable, Sendable { case find(String), load(Place) }

    func reduce(_ state: inout State, _ action: Action) -> [Effect] {
        switch action {
        case .queryTyped(let text):
            state.query = text
            if text.isEmpty { (state.places, state.weather) = ([], nil) }
            return [.find(text)]
        case .placesFound(let places): state.places = places
        case .placeTapped(let place):
            state.loading = place
            return [.load(place)]
        case .forecastLoaded(let id, let forecast):
            state.loading = nil
            state.weather = forecast.map { Weather(id: id, $0) }
        }
        return []
    }

    static func schedule(_ effect: Effect) -> EffectSchedule {
        switch effect {
        case .find(""): .cancelling("find")
        case .find: .debounced("find", for: .milliseconds(300), replacing: true)
        case .load: .replacing("load")
        }
    }
}

extension WeatherSearch.Weather {
    init(id: Place.ID, _ forecast: Forecast) {
        let (daily, units) = (forecast.daily, forecast.units)
        self.id = id
        days = daily.time.indices.map {
            Day(
                date: daily.time[$0], temperatureMax: daily.temperatureMax[$0],
                temperatureMaxUnit: units.temperatureMax, temperatureMin: daily.temperatureMin[$0],
                temperatureMinUnit: units.temperatureMin)
        }
    }
}

struct WeatherClient: Sendable {
    var find: @Sendable (String) async throws -> [Place]
    var forecast: @Sendable (Place) async throws -> Forecast

    func perform(_ effect: WeatherSearch.Effect, context: EffectContext<WeatherSearch.Action>) async {
        switch effect {
        case .find(let text): context.dispatch(.placesFound((try? await find(text)) ?? []))
        case .load(let place): context.dispatch(.forecastLoaded(place.id, try? await forecast(place)))
        }
    }
}
