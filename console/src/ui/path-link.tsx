/** A link to a place whose address is put together, such as one that another part of the console has. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface PathLinkProps {
  readonly to: string
  readonly className?: string | undefined
  readonly dir?: 'auto'
  readonly children: ReactNode
}

export function PathLink({ children, ...props }: PathLinkProps) {
  return <Link {...props}>{children}</Link>
}
