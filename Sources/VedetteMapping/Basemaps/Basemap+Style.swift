// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension Basemap {
    /// A style of basemap that ArcGIS has: of Esri's own data (`arcGIS…`), of OpenStreetMap (`osm…`) or of Overture and OpenStreetMap (`open…`).
    ///
    /// Styles with `Base` are without labels, those with `Labels` or `Detail` are labels alone, to be laid over others.
    public enum Style: String, Hashable, Sendable {
        case arcGISImagery
        case arcGISImageryStandard
        case arcGISImageryLabels
        case arcGISLightGray
        case arcGISLightGrayBase
        case arcGISLightGrayLabels
        case arcGISDarkGray
        case arcGISDarkGrayBase
        case arcGISDarkGrayLabels
        case arcGISNavigation
        case arcGISNavigationNight
        case arcGISStreets
        case arcGISStreetsNight
        case arcGISStreetsRelief
        case arcGISStreetsReliefBase
        case arcGISTopographic
        case arcGISTopographicBase
        case arcGISOceans
        case arcGISOceansBase
        case arcGISOceansLabels
        case arcGISTerrain
        case arcGISTerrainBase
        case arcGISTerrainDetail
        case arcGISCommunity
        case arcGISChartedTerritory
        case arcGISChartedTerritoryBase
        case arcGISColoredPencil
        case arcGISNova
        case arcGISModernAntique
        case arcGISModernAntiqueBase
        case arcGISMidcentury
        case arcGISNewspaper
        case arcGISHillshadeLight
        case arcGISHillshadeDark
        case arcGISHumanGeography
        case arcGISHumanGeographyBase
        case arcGISHumanGeographyDetail
        case arcGISHumanGeographyLabels
        case arcGISHumanGeographyDark
        case arcGISHumanGeographyDarkBase
        case arcGISHumanGeographyDarkDetail
        case arcGISHumanGeographyDarkLabels
        case arcGISOutdoor
        case osmStandard
        case osmStandardRelief
        case osmStandardReliefBase
        case osmStreets
        case osmStreetsRelief
        case osmStreetsReliefBase
        case osmLightGray
        case osmLightGrayBase
        case osmLightGrayLabels
        case osmDarkGray
        case osmDarkGrayBase
        case osmDarkGrayLabels
        case osmBlueprint
        case osmHybrid
        case osmHybridDetail
        case osmNavigation
        case osmNavigationDark
        case openOSMStyle
        case openOSMStyleBase
        case openNavigation
        case openNavigationDark
        case openStreets
        case openStreetsNight
        case openStreetsRelief
        case openStreetsReliefBase
        case openHybrid
        case openHybridDetail
        case openLightGray
        case openLightGrayBase
        case openLightGrayLabels
        case openDarkGray
        case openDarkGrayBase
        case openDarkGrayLabels
        case openBlueprint
    }
}
