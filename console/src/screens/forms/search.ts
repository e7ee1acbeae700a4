/** Query parameters of the addresses of sign-up forms. */
import { flagOf, oneOf, searchOf } from '../../lib/search.ts'
import { periodOf } from '../audience-search.ts'

export const formTabs = ['settings', 'embed', 'numbers'] as const
export type FormTab = (typeof formTabs)[number]

export const formViews = ['desktop', 'phone', 'dark'] as const
export type FormView = (typeof formViews)[number]

export const formsSearch = searchOf({ adding: flagOf })
export const formSearch = searchOf({ tab: oneOf(formTabs), view: oneOf(formViews), days: periodOf })
