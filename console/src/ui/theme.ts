/** Colours and measures of the console. The accent has a contrast of 4.5 : 1 or more in both schemes, filled and as text. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  '#edf6f2',
  '#d8eae2',
  '#b4d6c8',
  '#8cc0ab',
  '#69ab92',
  '#4a967b',
  '#2f7d64',
  '#17624f',
  '#105040',
  '#0a3c30',
]
/** Warm greys: paper rather than steel. */
const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f4f2ed',
  '#e9e6df',
  '#dad6cc',
  '#c2bdb1',
  '#98948a',
  '#6a675f',
  '#504e48',
  '#363530',
  '#22211e',
]
const dark: MantineColorsTuple = [
  '#e6e4de',
  '#c3c1ba',
  '#a3a19a',
  '#74726c',
  '#4a4944',
  '#383733',
  '#2b2a27',
  '#201f1d',
  '#181816',
  '#111110',
]

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 7 },
  colors: { pine, gray, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.25' }, h2: { fontSize: '1.0625rem', lineHeight: '1.4' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
