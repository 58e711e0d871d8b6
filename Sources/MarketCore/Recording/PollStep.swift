/// A step in a replay to the previous, next, first or last poll of the recording.
package enum PollStep: Sendable { case previous, next, first, last }
