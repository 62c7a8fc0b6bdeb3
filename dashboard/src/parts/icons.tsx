const PATHS = {
  speak: 'M5 10v4M9 6v12M13 9v6M17 4v16M21 10v4',
  voices:
    'M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2 20c0-4 2.5-6 6-6s6 2 6 6M16 4.500a3.5 3.5 0 0 1 0 6.500M17 14.500c3 .5 5 2.5 5 5.5',
  text: 'M4 6h16M4 11h16M4 16h9M17 16l3 3M20 16l-3 3',
  dictionary: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6',
  keys: 'M15 9a4 4 0 1 1-8 0 4 4 0 0 1 8 0M10 12.500V21l3-2M10 17h3',
  usage: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  live: 'M3 12h4l3-8 4 16 3-8h4',
  packs: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.5 8-4.500M12 12v9',
  jobs: 'M4 6h10M4 11h10M4 16h6M18 5v10.500M18 15.500a2.5 2.5 0 1 1-2.5-2.500',
  agent: 'M5 9h14v10H5zM12 9V4M9 13.500v1.500M15 13.500v1.500M2 13v3M22 13v3',
  latency: 'M12 7a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 10.500V14l2.500 2M9.500 3h5M12 3v4',
  docs: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 5l-3 14',
  history: 'M4 5v5h5M4.5 10a8 8 0 1 1-.4 4M12 8v4l3 2',
  play: 'M7 4.500v15l12-7.500z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M6 6h12v12H6z',
  star: 'M12 4l2.5 5.200 5.5.8-4 4 .9 5.700L12 17l-4.900 2.700L8 14l-4-4 5.5-.8z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.500M17.5 17.500L19 19M5 19l1.5-1.500M17.5 6.500L19 5',
  moon: 'M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.500L20 20',
} as const

export type IconName = keyof typeof PATHS

const SOLID: readonly IconName[] = ['play', 'stop']

/** Decoration beside a text or in a control with a label. */
export function Icon({ name, isFilled = SOLID.includes(name) }: { name: IconName; isFilled?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      aria-hidden="true"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** A frost crystal whose arms are the bars of a sound. */
export function Logo() {
  return (
    <svg
      className="logo"
      viewBox="0 0 32 32"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M16 3v26M12 7l4 4 4-4M12 25l4-4 4 4M9.5 11v10M22.5 11v10M3.5 14v4M28.5 14v4" />
    </svg>
  )
}
