/** Form.*: sign-up forms. */
import { showPreview } from '../domain/campaigns/mails/preview.ts'
import { embedHtml, formAddresses } from '../domain/forms/embedding.ts'
import {
  changeForm,
  createForm,
  findOwnForm,
  listForms,
  readOwnForm,
  removeForm,
  type ShownForm,
} from '../domain/forms/forms.ts'
import { formIn, readShownLanguage } from '../domain/forms/languages.ts'
import { withPresent } from '../domain/forms/open-forms.ts'
import { previewForm } from '../domain/forms/previewing.ts'
import { type FormSums, readStatistics, readSumsOfForms } from '../domain/forms/statistics.ts'
import { dropHeld, releaseHeld } from '../domain/forms/waves.ts'
import { textsIn } from '../domain/texts/texts.ts'
import { readCompanyOf } from '../store/campaigns/system-mail.ts'
import type { FormPurpose, StoredBox } from '../store/forms/forms.ts'
import type { WaveState } from '../store/forms/waves.ts'
import type { Dependencies, HandlersOf, Origin } from './dependencies.ts'
import { addresses, partsOf } from './previews.ts'

export const forms: HandlersOf<'Form'> = {
  'Form.Create': (params, { client, principal }, { db }) => createForm(db, client, params, principal),

  async 'Form.Get'({ FormID }, { client, origin }, dependencies) {
    return formOnWire(await readOwnForm(dependencies.db, client, FormID), baseOf(dependencies, origin))
  },

  async 'Form.List'({ Cursor, Limit }, { client }, { db }) {
    const [{ rows, nextCursor }, sums] = await Promise.all([
      listForms(db, client, { cursor: Cursor, limit: Limit }),
      readSumsOfForms(db, client),
    ])
    const shown = rows.map(({ form, problem, listTitles }) => {
      const { held, ...own } = sums(form.formId)
      return {
        FormID: form.publicId,
        Title: form.title,
        Paused: form.paused,
        ListTitles: listTitles,
        Problem: problem,
        ...sumsOnWire(own),
        Held: held,
        ChangedDate: form.changedDate,
      }
    })
    return { Forms: shown, NextCursor: nextCursor }
  },

  'Form.Update': (params, { client, principal }, { db }) => changeForm(db, client, params.FormID, params, principal),

  'Form.Delete': ({ FormID }, { client }, { db }) => removeForm(db, client, FormID),

  async 'Form.Preview'(params, { client, origin }, dependencies) {
    const { db, content } = dependencies
    const companyName = await readCompanyOf(db, client.clientId)
    const shown = await previewForm(db, { ...client, companyName }, params, params.ShownLanguage)
    const { html, bytes } = await content.renderForm(shown.form, shown.language)
    const { HtmlURL, DarkURL } = addresses(await showPreview(partsOf(dependencies, origin), client, html))
    return { Html: html, Bytes: bytes, HtmlURL, DarkURL }
  },

  async 'Form.GetEmbed'({ FormID, ShownLanguage }, { client, origin }, dependencies) {
    const { db } = dependencies
    const form = await findOwnForm(db, client, FormID)
    const live = await withPresent(db, { ...client, ...form, companyName: '' })
    const language = readShownLanguage(form.settings, ShownLanguage)
    // a form of one language, and one that follows the browser, need none in their addresses
    const isNamed = (form.settings.translations ?? []).length > 0
    const at = formAddresses(baseOf(dependencies, origin), form.publicId, isNamed ? language : undefined)
    const site = new URL(at.page).origin
    return {
      URL: at.page,
      Html: embedHtml(formIn(live, language), textsIn(language), at.page),
      ContentSecurityPolicy: `form-action ${site}`,
      TokenURL: at.token,
      SubmitURL: at.submit,
      ConnectPolicy: `connect-src ${site}`,
    }
  },

  async 'Form.GetStatistics'({ FormID, Days }, { client }, { db }) {
    const { publicId, sums, waiting, held, refusedBy, days, waves } = await readStatistics(db, client, FormID, Days)
    return {
      FormID: publicId,
      ...sumsOnWire(sums),
      Waiting: waiting,
      Held: held,
      RefusedBy: refusedBy.map(({ reason, count }) => ({ Reason: reason, Count: count })),
      Days: days.map(({ day, ...own }) => ({ Day: day, ...sumsOnWire(own) })),
      Waves: waves.map(wave => ({
        BegunDate: wave.begunDate,
        EndedDate: wave.endedDate ?? '',
        State: waveStates[wave.state],
        Submitted: wave.submitted,
        UsualHour: wave.usual,
        ConfirmedPermille: wave.confirmedPermille,
        Held: wave.state === 'holding' ? held : 0,
      })),
    }
  },

  'Form.ReleaseHeld': ({ FormID }, { client }, { db }) => releaseHeld(db, client, FormID),

  'Form.DropHeld': ({ FormID }, { client }, { db }) => dropHeld(db, client, FormID),
}

/** Where forms are reached, as the links in mails. */
function baseOf({ mail: { mailLinks } }: Dependencies, { publicUrl }: Origin): string {
  return mailLinks.base() ?? publicUrl
}

const waveStates = {
  holding: 'Holding',
  released: 'Released',
  dropped: 'Dropped',
  passed: 'Passed',
} as const satisfies Record<WaveState, string>

const purposesOnWire = {
  measuring: 'Measuring',
  personalising: 'Personalising',
  further: 'Further',
} as const satisfies Record<FormPurpose, string>

function sumsOnWire({ shown, submitted, refused, mailed, confirmed, abandoned }: FormSums) {
  return {
    Shown: shown,
    Submitted: submitted,
    Refused: refused,
    Mailed: mailed,
    Confirmed: confirmed,
    Abandoned: abandoned,
  }
}

function boxOnWire({ purpose, name, wording, version, hash }: StoredBox) {
  return { Purpose: purposesOnWire[purpose], Name: name, Wording: wording, Version: version, Hash: hash }
}

function formOnWire({ form, lists, fields, tags, problem }: ShownForm, base: string) {
  const { settings } = form
  return {
    FormID: form.publicId,
    Title: form.title,
    Paused: form.paused,
    Lists: settings.lists.map(({ title, description }, at) => ({
      ListID: lists[at]?.listPublicId ?? '',
      Title: title,
      Description: description,
      ListTitle: lists[at]?.title ?? '',
      IsDeleted: lists[at]?.isDeleted !== false,
    })),
    Name: settings.name,
    Fields: settings.fields.map(({ key, label, required }, at) => ({
      Key: `[${key}]`,
      Label: label,
      Required: required,
      FieldName: fields[at]?.name ?? '',
    })),
    Consents: settings.consents.map(boxOnWire),
    Tags: tags,
    PrimaryColor: settings.primaryColor,
    BackgroundColor: settings.backgroundColor,
    Language: settings.language,
    Translations: (settings.translations ?? []).map(one => ({
      Language: one.language,
      Heading: one.heading,
      Introduction: one.introduction,
      ButtonText: one.buttonText,
      SuccessText: one.successText,
      SuccessPage: one.successPage,
      Lists: one.lists.map(({ listId, title, description }) => ({
        ListID: lists.find(list => list?.listId === listId)?.listPublicId ?? '',
        Title: title,
        Description: description,
      })),
      Fields: one.fields.map(({ key, label }) => ({ Key: `[${key}]`, Label: label })),
      Consents: one.consents.map(boxOnWire),
    })),
    Heading: settings.heading,
    Introduction: settings.introduction,
    ButtonText: settings.buttonText,
    SuccessText: settings.successText,
    SuccessPage: settings.successPage,
    RedirectHosts: settings.redirectHosts,
    AllowedOrigins: settings.allowedOrigins,
    Prefill: settings.prefill.map(one => (one === 'Email' || one === 'Name' ? one : `[${one}]`)),
    ConfirmOptIn: settings.confirmOptIn,
    URL: formAddresses(base, form.publicId).page,
    Problem: problem,
    CreatedDate: form.createdDate,
    ChangedDate: form.changedDate,
  }
}
