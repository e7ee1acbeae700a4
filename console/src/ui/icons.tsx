/** Line icons on a grid of 24, drawn for the console. They stand beside words, so assistive technology skips them. */
const paths = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  campaign: 'M4 6h16v12H4zM4 7l8 6 8-6',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c.6-3.4 3.5-5 7-5s6.4 1.6 7 5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c.5-3.3 2.8-5 6-5s5.5 1.7 6 5M16 4.300a3.5 3.5 0 0 1 0 6.400M17.5 15.300c2 .6 3.2 2.2 3.5 4.7',
  import: 'M12 4v10M8 10l4 4 4-4M4 15v4h16v-4',
  export: 'M12 14V4M8 8l4-4 4 4M4 15v4h16v-4',
  swap: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  template: 'M4 4h16v16H4zM4 9h16M10 9v11',
  stop: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.7 5.700l12.6 12.6',
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
  hook: 'M8 8a4 4 0 1 1 5.5 3.700L11 17M16 16a4 4 0 1 1-4 4M6 14a4 4 0 1 0 4 4h6',
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.8-8 9-4.8-1.2-8-4.5-8-9V6z',
  hand: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9v6M14.5 9v6',
  palette:
    'M12 21a9 9 0 1 1 9-9c0 2.5-2 3.5-4 3.500h-2c-1.5 0-2 1.2-1.3 2.3.9 1.5.1 3.2-1.7 3.200zM7.5 11h.01M10 7.500h.01M14.5 7.500h.01',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8-8M16 7l3 3',
  log: 'M6 3h9l4 4v14H6zM9 11h7M9 15h7M14 3v5h5',
  relay: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
  inbox: 'M4 13l2.5-8h11L20 13v6H4zM4 13h5l1 2.500h4L15 13h5',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  form: 'M4 4h16v16H4zM7.500 8h9M7.500 11.500h9v3h-9zM7.500 17.500h3',
  chart: 'M5 20V11M12 20V4M19 20v-6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  chevron: 'M8 10l4 4 4-4',
  check: 'M5 12.500l4.5 4.500L19 7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.600L7 7M17 17l1.4 1.400M18.4 5.600L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z',
  exit: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  send: 'M4 12l16-8-5 16-3-7zM12 13l8-9',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3.5 3 14.5 0 18M12 3c-3 3.5-3 14.5 0 18',
  up: 'M12 20V5M6 11l6-6 6 6',
  down: 'M12 4v15M6 13l6 6 6-6',
  into: 'M4 5v8h13M13 9l4 4-4 4M4 19h16',
  out: 'M20 5v8H7M11 9l-4 4 4 4M4 19h16',
  segment: 'M12 3a9 9 0 1 0 9 9h-9zM15 3.500A9 9 0 0 1 20.500 9H15z',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5l1.500-1v5M4 14h3l-3 4h3',
  plus: 'M12 5v14M5 12h14',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.01',
  sections: 'M4 4h16v5H4zM4 12h7v8H4zM14 12h6v8h-6z',
  heading: 'M6 5v14M18 5v14M6 12h12',
  text: 'M4 6h16M4 10h16M4 14h16M4 18h9',
  imageText: 'M3 6h8v12H3zM3 15l3-3 5 4M14 8h7M14 12h7M14 16h4',
  button: 'M3 8h18v8H3zM8 12h8',
  columns: 'M3 5h5v14H3zM9.500 5h5v14h-5zM16 5h5v14h-5z',
  divider: 'M4 12h16M8 7h8M8 17h8',
  share:
    'M7 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 11l6-4M9 13l6 4',
  footer: 'M4 4h16v16H4zM4 15h16M8 17.500h8',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  close: 'M6 6l12 12M18 6L6 18',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.500 14.500c1.800 2.300 5.200 2.300 7 0M9 10h.01M15 10h.01',
  undo: 'M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3',
  crop: 'M7 2v15h15M2 7h15v15',
  alignLeft: 'M4 6h16M4 10h10M4 14h16M4 18h10',
  alignCenter: 'M4 6h16M7 10h10M4 14h16M7 18h10',
  alignRight: 'M4 6h16M10 10h10M4 14h16M10 18h10',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
