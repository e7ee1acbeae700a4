/**
 * Operations that answer more over JSON than their row says, and to callers with a session alone: the historical answers, and those to
 * calls with a key, stay as they are. The handler returns the value to a session and nothing to others.
 */
import { long, record, text } from './shapes.ts'

/** A Result with the moment at which the campaign begins, until which Campaign.Unschedule stops it; in the time zone of the client. */
export const SendResult = record('SendResult', { Code: long, Message: text, DueDate: text })

export const jsonResults = { 'Campaign.Send': SendResult, 'Campaign.SendConfirmed': SendResult } as const
