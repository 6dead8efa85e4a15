// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// The functions that documents list under “date”.
package enum ArcadeDateFunctions {
    package static let definitions: [ArcadeFunctionDefinition] = [
        ArcadeFunctionDefinition(
            "ChangeTimeZone", .date, .core, since: "1.24", 2...2,
            [
                "ChangeTimeZone(dateValue: Date, newTimeZone: Text) -> Date"
            ], changeTimeZone),
        ArcadeFunctionDefinition(
            "Date", .date, .core, since: "1.0", 0...8,
            [
                "Date(year: Number, month: Number, day: Number, hour?: Number, minute?: Number, second?: Number, millisecond?: Number, "
                    + "timeZone?: Text) -> Date",
                "Date(epoch?: Number) -> Date",
                "Date(timestamp?: Text) -> Date",
                "Date(textValue: Text, format: Text, timeZone?: Text) -> Date",
                "Date(dateOnlyValue: DateOnly, timeValue?: Time, timeZone?: Text) -> Date",
                "Date(dateValue: Date) -> Date",
            ], date),
        ArcadeFunctionDefinition(
            "DateAdd", .date, .core, since: "1.0", 2...3,
            [
                "DateAdd(dateValue: Date, addValue: Number, units?: Text) -> Date",
                "DateAdd(dateOnlyValue: DateOnly, addValue: Number, units?: Text) -> DateOnly",
                "DateAdd(timeValue: Time, addValue: Number, units?: Text) -> Time",
            ], dateAdd),
        ArcadeFunctionDefinition(
            "DateDiff", .date, .core, since: "1.0", 2...4,
            [
                "DateDiff(date1: Date, date2: Date, units?: Text, timeZone?: Text) -> Number",
                "DateDiff(dateOnly1: DateOnly, dateOnly2: DateOnly, units?: Text) -> Number",
                "DateDiff(time1: Time, time2: Time, units?: Text) -> Number",
            ], dateDiff),
        ArcadeFunctionDefinition(
            "DateOnly", .date, .core, since: "1.24", 0...3,
            [
                "DateOnly() -> DateOnly",
                "DateOnly(year: Number, month: Number, day: Number) -> DateOnly",
                "DateOnly(epoch: Number) -> DateOnly",
                "DateOnly(textValue: Text, format?: Text) -> DateOnly",
                "DateOnly(dateValue: Date) -> DateOnly",
                "DateOnly(dateOnlyValue: DateOnly) -> DateOnly",
            ], dateOnly),
        ArcadeFunctionDefinition(
            "Day", .date, .core, since: "1.0", 1...1,
            [
                "Day(dateValue: Date|DateOnly) -> Number"
            ], day),
        ArcadeFunctionDefinition(
            "Hour", .date, .core, since: "1.0", 1...1,
            [
                "Hour(dateTimeValue: Date|Time) -> Number"
            ], hour),
        ArcadeFunctionDefinition(
            "ISOMonth", .date, .core, since: "1.12", 1...1,
            [
                "ISOMonth(dateValue: Date|DateOnly) -> Number"
            ], isoMonth),
        ArcadeFunctionDefinition(
            "ISOWeek", .date, .core, since: "1.12", 1...1,
            [
                "ISOWeek(dateValue: Date|DateOnly) -> Number"
            ], isoWeek),
        ArcadeFunctionDefinition(
            "ISOWeekday", .date, .core, since: "1.12", 1...1,
            [
                "ISOWeekday(dateValue: Date|DateOnly) -> Number"
            ], isoWeekday),
        ArcadeFunctionDefinition(
            "ISOYear", .date, .core, since: "1.12", 1...1,
            [
                "ISOYear(dateValue: Date|DateOnly) -> Number"
            ], isoYear),
        ArcadeFunctionDefinition(
            "Millisecond", .date, .core, since: "1.0", 1...1,
            [
                "Millisecond(dateTimeValue: Date|Time) -> Number"
            ], millisecond),
        ArcadeFunctionDefinition(
            "Minute", .date, .core, since: "1.0", 1...1,
            [
                "Minute(dateTimeValue: Date|Time) -> Number"
            ], minute),
        ArcadeFunctionDefinition(
            "Month", .date, .core, since: "1.0", 1...1,
            [
                "Month(dateValue: Date|DateOnly) -> Number"
            ], month),
        ArcadeFunctionDefinition(
            "Now", .date, .core, since: "1.0", 0...0,
            [
                "Now() -> Date"
            ], now),
        ArcadeFunctionDefinition(
            "Second", .date, .core, since: "1.0", 1...1,
            [
                "Second(dateTimeValue: Date|Time) -> Number"
            ], second),
        ArcadeFunctionDefinition(
            "Time", .date, .core, since: "1.24", 0...4,
            [
                "Time() -> Time",
                "Time(hours: Number, minutes: Number, seconds?: Number, milliseconds?: Number) -> Time",
                "Time(numValue: Number) -> Time",
                "Time(textValue: Text, format?: Text) -> Time",
                "Time(dateValue: Date) -> Time",
                "Time(timeValue: Time) -> Time",
            ], time),
        ArcadeFunctionDefinition(
            "Timestamp", .date, .core, since: "1.1", 0...0,
            [
                "Timestamp() -> Date"
            ], timestamp),
        ArcadeFunctionDefinition(
            "TimeZone", .date, .core, since: "1.24", 1...1,
            [
                "TimeZone(dateValue: Date) -> Text"
            ], timeZone),
        ArcadeFunctionDefinition(
            "TimeZoneOffset", .date, .core, since: "1.24", 1...1,
            [
                "TimeZoneOffset(dateValue: Date) -> Number"
            ], timeZoneOffset),
        ArcadeFunctionDefinition(
            "Today", .date, .core, since: "1.0", 0...0,
            [
                "Today() -> Date"
            ], today),
        ArcadeFunctionDefinition(
            "ToLocal", .date, .core, since: "1.1", 1...1,
            [
                "ToLocal(inputDate: Date) -> Date"
            ], toLocal),
        ArcadeFunctionDefinition(
            "ToUTC", .date, .core, since: "1.1", 1...1,
            [
                "ToUTC(inputDate: Date) -> Date"
            ], toUTC),
        ArcadeFunctionDefinition(
            "Week", .date, .core, since: "1.14", 1...2,
            [
                "Week(dateValue: Date|DateOnly, startDay?: Number) -> Number"
            ], week),
        ArcadeFunctionDefinition(
            "Weekday", .date, .core, since: "1.0", 1...1,
            [
                "Weekday(dateValue: Date|DateOnly) -> Number"
            ], weekday),
        ArcadeFunctionDefinition(
            "Year", .date, .core, since: "1.0", 1...1,
            [
                "Year(dateValue: Date|DateOnly) -> Number"
            ], year),
    ]
}
