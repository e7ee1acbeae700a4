/** The parts of the branding that letters alone show: typefaces, further colours, links to other sites. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { readColor } from '../../lib/contrast.ts'
import { typefaceNames, typefaceStacks } from '../../lib/typefaces.ts'
import { Icon } from '../../ui/icons.tsx'
import { css } from '../../ui/page.tsx'
import { ColorSwatch } from '../color-swatch.tsx'
import { IconButton } from '../content/icon-button.tsx'
import own from './branding.module.css'
import type { PartProps } from './part-props.ts'

const mostColors = 6
const mostLinks = 10

export function Typefaces({ of: { HeadingFont = '', TextFont = '' }, change, mayChange }: PartProps) {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = { sans: t`Sans serif`, serif: t`Serif`, mono: t`Typewriter` }
  const choices = Object.keys(typefaceStacks).map(value => ({
    value,
    label: typefaceNames[value] ?? words[value] ?? value,
  }))
  return (
    <fieldset className={own.part}>
      <legend>
        <Trans>Typefaces of letters</Trans>
      </legend>
      <div className={css.fields}>
        <NativeSelect
          label={t`Headings`}
          value={HeadingFont}
          disabled={!mayChange}
          data={[{ value: '', label: t`As the text` }, ...choices]}
          onChange={event => change({ HeadingFont: event.currentTarget.value })}
        />
        <NativeSelect
          label={t`Text`}
          value={TextFont}
          disabled={!mayChange}
          data={[{ value: '', label: t`Standard` }, ...choices]}
          onChange={event => change({ TextFont: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  )
}

export function MoreColors({ of: { Colors = [] }, change, mayChange }: PartProps) {
  const { t } = useLingui()
  const set = (at: number, color: string) => change({ Colors: Colors.with(at, color) })
  return (
    <fieldset className={own.part}>
      <legend>
        <Trans>Further colours</Trans>
      </legend>
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>Offered wherever a colour of a letter is chosen.</Trans>
      </p>
      {Colors.map((color, at) => {
        const which = at + 1
        const label = t`Colour ${which}`
        return (
          // colours have no names of their own
          <div key={`${at}`} className={own.row}>
            <TextInput
              aria-label={label}
              value={color}
              maxLength={7}
              disabled={!mayChange}
              autoComplete="off"
              onChange={event => set(at, event.currentTarget.value)}
              error={color !== '' && readColor(color) === undefined ? t`Write a colour like #9a3412.` : undefined}
              rightSection={
                <ColorSwatch
                  label={label}
                  value={readColor(color) ?? '#ffffff'}
                  isOff={!mayChange}
                  onChange={next => set(at, next)}
                />
              }
            />
            {mayChange && (
              <IconButton
                icon="trash"
                label={t`Remove colour ${which}`}
                onClick={() => change({ Colors: Colors.toSpliced(at, 1) })}
              />
            )}
          </div>
        )
      })}
      {mayChange && Colors.length < mostColors && (
        <Add label={t`Add a colour`} onClick={() => change({ Colors: [...Colors, ''] })} />
      )}
    </fieldset>
  )
}

export function SocialLinks({ of: { SocialLinks: links = [] }, change, mayChange }: PartProps) {
  const { t } = useLingui()
  const set = (at: number, part: { readonly Name?: string; readonly Url?: string }) =>
    change({ SocialLinks: links.with(at, { Name: '', Url: '', ...links[at], ...part }) })
  return (
    <fieldset className={own.part}>
      <legend>
        <Trans>Social links</Trans>
      </legend>
      {links.map(({ Name = '', Url = '' }, at) => {
        const which = at + 1
        return (
          // links have no names of their own
          <div key={`${at}`} className={own.row}>
            <TextInput
              aria-label={t`Name of link ${which}`}
              placeholder={t`Name, for example Instagram`}
              value={Name}
              maxLength={60}
              disabled={!mayChange}
              autoComplete="off"
              onChange={event => set(at, { Name: event.currentTarget.value })}
            />
            <TextInput
              type="url"
              aria-label={t`Address of link ${which}`}
              placeholder="https://"
              dir="ltr"
              value={Url}
              maxLength={2000}
              disabled={!mayChange}
              autoComplete="off"
              onChange={event => set(at, { Url: event.currentTarget.value })}
            />
            {mayChange && (
              <IconButton
                icon="trash"
                label={t`Remove link ${which}`}
                onClick={() => change({ SocialLinks: links.toSpliced(at, 1) })}
              />
            )}
          </div>
        )
      })}
      {mayChange && links.length < mostLinks && (
        <Add label={t`Add a link`} onClick={() => change({ SocialLinks: [...links, { Name: '', Url: '' }] })} />
      )}
    </fieldset>
  )
}

function Add({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <div>
      <Button variant="default" size="compact-sm" leftSection={<Icon name="plus" size={16} />} onClick={onClick}>
        {label}
      </Button>
    </div>
  )
}
