/** The form in further languages: the owner's own texts in each. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { read } from '../../api/call.ts'
import { listOf } from '../../lib/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { css, Note, Panel } from '../../ui/page.tsx'
import content from '../content/content.module.css'
import { type SavedConsent, Wording } from './consent-part.tsx'
import own from './forms.module.css'
import { useKnownFields } from './known-fields.ts'
import { nameOfLanguage, offeredLanguages } from './languages.ts'
import { newTranslation } from './translations.ts'
import type { FormValue, PartProps, Translation } from './types.ts'

type SavedTranslation = NonNullable<FormValue['Translations']>[number]

export function LanguagesPart(part: PartProps & { readonly saved: readonly SavedTranslation[] }) {
  const { t } = useLingui()
  const { of: settings, change, isLocked, saved } = part
  const { Language, Translations } = settings
  const [chosen, setChosen] = useState(Translations[0]?.Language)
  const shown = Translations.find(one => one.Language === chosen) ?? Translations[0]
  const others = offeredLanguages.filter(one => one !== Language && !Translations.some(has => has.Language === one))
  const unworded = Translations.filter(({ Consents }) => Consents.some(box => box.Wording.trim() === ''))
  return (
    <Panel
      title={t`Other languages`}
      text={t`People see the form in the language of their browser and can change it on the page. The confirmation mail, the pages behind it and later mails of this service to them are in the language they signed up in.`}
    >
      <div className={own.part}>
        {Language === '' ? (
          <p className={css.quiet}>
            <Trans>To add your own texts in other languages, first choose the language of the form.</Trans>
          </p>
        ) : (
          <>
            {Translations.length > 0 && (
              <fieldset className={content.views}>
                <legend className={content.hidden}>{t`Language of the texts below`}</legend>
                {Translations.map(one => (
                  <button
                    key={one.Language}
                    type="button"
                    lang={one.Language}
                    aria-pressed={one === shown}
                    onClick={() => setChosen(one.Language)}
                  >
                    {nameOfLanguage(one.Language)}
                  </button>
                ))}
              </fieldset>
            )}
            {unworded.length > 0 && (
              <Note tone="warn">
                <p>
                  <Trans>
                    The words of a box are missing: {listOf(unworded.map(one => nameOfLanguage(one.Language)))}.
                  </Trans>
                </p>
              </Note>
            )}
            {shown && (
              <Texts
                key={shown.Language}
                {...part}
                texts={shown}
                savedBoxes={saved.find(one => one.Language === shown.Language)?.Consents ?? []}
                onChange={next => change({ Translations: Translations.map(one => (one === shown ? next : one)) })}
                onRemove={() => change({ Translations: Translations.filter(one => one !== shown) })}
              />
            )}
            {!isLocked && others.length > 0 && (
              <div className={css.actions}>
                {others.map(language => (
                  <Button
                    key={language}
                    variant="default"
                    size="compact-sm"
                    leftSection={<Icon name="plus" size={16} />}
                    onClick={() => {
                      setChosen(language)
                      change({ Translations: [...Translations, newTranslation(language, settings)] })
                    }}
                  >
                    <Trans>Add {nameOfLanguage(language)}</Trans>
                  </Button>
                ))}
              </div>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

interface TextsProps extends PartProps {
  readonly texts: Translation
  readonly savedBoxes: readonly SavedConsent[]
  readonly onChange: (texts: Translation) => void
  readonly onRemove: () => void
}

function Texts({ texts, savedBoxes, onChange, onRemove, ...part }: TextsProps) {
  const { t } = useLingui()
  const { isLocked } = part
  const language = nameOfLanguage(texts.Language)
  const id = useId()
  const set = (change: Partial<Translation>) => onChange({ ...texts, ...change })
  const standard = t`Empty: the standard words, in this language.`
  const common = { readOnly: isLocked, lang: texts.Language, dir: 'auto' } as const
  const purposes = {
    Measuring: t`${language}: tracking of opens and clicks`,
    Personalising: t`${language}: personal content`,
  }
  return (
    <section className={own.group} aria-labelledby={id}>
      <h3 id={id} className={content.hidden}>
        {language}
      </h3>
      <TextInput
        label={t`Heading`}
        aria-label={t`${language}: heading`}
        description={standard}
        value={texts.Heading}
        onChange={event => set({ Heading: event.currentTarget.value })}
        maxLength={100}
        {...common}
      />
      <Textarea
        label={t`Text below the heading`}
        aria-label={t`${language}: text below the heading`}
        value={texts.Introduction}
        onChange={event => set({ Introduction: event.currentTarget.value })}
        rows={2}
        autosize
        maxLength={1000}
        {...common}
      />
      <NamesOfAsked {...part} texts={texts} language={language} set={set} />
      {texts.Consents.map((box, at) => (
        <div key={at} className={own.within}>
          <p className={`${css.quiet} ${css.small}`} dir="auto">
            {part.of.Consents[at]?.Wording}
          </p>
          <Wording
            about={box.Purpose === 'Further' ? `${language}: ${box.Name}` : purposes[box.Purpose]}
            box={box}
            saved={savedBoxes.find(one => one.Purpose === box.Purpose && one.Name === box.Name)}
            isLocked={isLocked}
            onChange={next => set({ Consents: texts.Consents.with(at, next) })}
          />
        </div>
      ))}
      <TextInput
        label={t`Text on the button`}
        aria-label={t`${language}: text on the button`}
        description={standard}
        value={texts.ButtonText}
        onChange={event => set({ ButtonText: event.currentTarget.value })}
        maxLength={60}
        {...common}
      />
      <Textarea
        label={t`Text of the page after the confirmation`}
        aria-label={t`${language}: text of the page after the confirmation`}
        description={standard}
        value={texts.SuccessText}
        onChange={event => set({ SuccessText: event.currentTarget.value })}
        rows={2}
        autosize
        maxLength={1000}
        {...common}
      />
      <TextInput
        type="url"
        label={t`Or lead people to your own page`}
        aria-label={t`${language}: or lead people to your own page`}
        description={t`Empty: the page that the form leads to otherwise.`}
        placeholder="https://"
        value={texts.SuccessPage}
        onChange={event => set({ SuccessPage: event.currentTarget.value })}
        maxLength={2000}
        readOnly={isLocked}
      />
      {!isLocked && (
        <div>
          <Button variant="subtle" size="compact-sm" c="var(--bad)" onClick={onRemove}>
            <Trans>Remove {language}</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

/** Names of lists, where people tick, and labels of fields. */
function NamesOfAsked({
  clientId,
  of: { Lists, Fields },
  isLocked,
  texts,
  language,
  set,
}: PartProps & {
  readonly texts: Translation
  readonly language: string
  readonly set: (change: Partial<Translation>) => void
}) {
  const { t } = useLingui()
  const { data = [] } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const names = useKnownFields(Lists)
  const setList = (ListID: string, change: Partial<Translation['Lists'][number]>) => {
    const before = texts.Lists.find(one => one.ListID === ListID) ?? { ListID, Title: '', Description: '' }
    set({ Lists: [...texts.Lists.filter(one => one.ListID !== ListID), { ...before, ...change }] })
  }
  const setLabel = (Key: string, Label: string) =>
    set({ Fields: [...texts.Fields.filter(one => one.Key !== Key), { Key, Label }] })
  return (
    <>
      {Lists.length > 1 &&
        Lists.map(({ ListID, Title }) => {
          const Name = data.find(list => list.ListID === ListID)?.Name ?? Title
          const named = texts.Lists.find(one => one.ListID === ListID)
          return (
            <div key={ListID} className={own.within}>
              <TextInput
                label={t`${Name}: shown as`}
                aria-label={t`${language}: ${Name}: shown as`}
                placeholder={Title || Name}
                value={named?.Title ?? ''}
                onChange={event => setList(ListID, { Title: event.currentTarget.value })}
                maxLength={200}
                readOnly={isLocked}
                dir="auto"
              />
              <Textarea
                label={t`${Name}: what it brings`}
                aria-label={t`${language}: ${Name}: what it brings`}
                rows={1}
                autosize
                value={named?.Description ?? ''}
                onChange={event => setList(ListID, { Description: event.currentTarget.value })}
                maxLength={500}
                readOnly={isLocked}
                dir="auto"
              />
            </div>
          )
        })}
      {Fields.map(({ Key, Label }) => {
        const name = names.get(Key) ?? Key
        return (
          <TextInput
            key={Key}
            label={t`${name}: words beside the field`}
            aria-label={t`${language}: ${name}: words beside the field`}
            placeholder={Label || name}
            value={texts.Fields.find(one => one.Key === Key)?.Label ?? ''}
            onChange={event => setLabel(Key, event.currentTarget.value)}
            maxLength={200}
            readOnly={isLocked}
            dir="auto"
          />
        )
      })}
    </>
  )
}
