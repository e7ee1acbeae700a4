import type { ValueOf } from '../../../../src/client/client.ts'

export type Kind = NonNullable<NonNullable<ValueOf<'Deleted.List'>['Deleted']>[number]['Kind']>

export const kindNames = ['Client', 'List', 'Template', 'Campaign', 'Asset'] as const satisfies readonly Kind[]
