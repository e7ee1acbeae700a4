/** A small button that is an icon, with its name for those who cannot see it. */
import { Icon, type IconName } from '../../ui/icons.tsx'
import css from './content.module.css'

export function IconButton({
  icon,
  label,
  shortcut,
  isOff = false,
  onClick,
}: {
  readonly icon: IconName
  readonly label: string
  readonly shortcut?: string
  readonly isOff?: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className={css.act}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut === undefined ? label : `${label} (${shortcut.replaceAll('Arrow', '')})`}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
