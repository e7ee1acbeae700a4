/** The record types of the outbox, sample data, holds, and the version. */
import { DarkBy } from './preview-records.ts'
import { TransportKind } from './setup-and-undo-records.ts'
import { boolean, enumeration, int, list, record, text } from './shapes.ts'

export const OutboxKind = enumeration('OutboxKind', 'Campaign', 'Test')

/** IsHere: the file is in the outbox folder of the machine that answers. */
export const OutboxEntry = record('OutboxEntry', {
  Mail: text,
  CampaignID: text,
  CampaignName: text,
  Kind: OutboxKind,
  To: text,
  From: text,
  Subject: text,
  Date: text,
  IsHere: boolean,
})

/** Message is empty where all mails of the page are here. */
export const OutboxPage = record('OutboxPage', { Mails: list(OutboxEntry), NextCursor: text, Message: text })

export const OutboxMail = record('OutboxMail', {
  Mail: text,
  CampaignID: text,
  Kind: OutboxKind,
  From: text,
  To: text,
  ReplyTo: text,
  Subject: text,
  Date: text,
  Html: text,
  Text: text,
  Attachments: list(text),
  Source: text,
  SizeInBytes: int,
  HtmlURL: text,
  DarkURL: text,
  DarkBy,
  ImagesOffURL: text,
  ExpiresDate: text,
})

export const SampleData = record('SampleData', { ClientID: text, Created: boolean })

export const HoldReason = record('HoldReason', {
  ClientID: text,
  CompanyName: text,
  CampaignID: text,
  CampaignName: text,
  Reason: text,
  Date: text,
})

/** Installation: sentences, for callers with the right Settings on the whole account. */
export const HoldPage = record('HoldPage', { Holds: list(HoldReason), NextCursor: text, Installation: list(text) })

/** Roles are those of the process that answers, as LETTERSHOP_ROLES names them. */
export const ServiceVersion = record('ServiceVersion', {
  Version: text,
  NodeVersion: text,
  PostgresVersion: text,
  SchemaNumber: int,
  Transport: TransportKind,
  Roles: list(text),
})
