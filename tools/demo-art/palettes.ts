/** Eight colours of one picture, from its sky to what stands nearest; `pop` is the one that draws the eye. */
export type Palette = {
  sky: string
  glow: string
  far: string
  mid: string
  near: string
  ink: string
  pop: string
  paper: string
}

const palette = (
  sky: string,
  glow: string,
  far: string,
  mid: string,
  near: string,
  ink: string,
  pop: string,
  paper: string,
): Palette => ({ sky, glow, far, mid, near, ink, pop, paper })

export const PALETTES = {
  ember: palette('#2b1633', '#f2725a', '#b2425c', '#6b2a4d', '#36183a', '#150b1d', '#ffd166', '#fff1dc'),
  lagoon: palette('#06313d', '#4fd1c5', '#1b8a94', '#0f5c6e', '#0a3646', '#05171f', '#ffcf8a', '#eafff9'),
  dusk: palette('#231b4f', '#e58fb1', '#9a5fa6', '#5b3f8c', '#2c235c', '#120f2b', '#ffe0a3', '#fdf0ff'),
  moss: palette('#16302a', '#d7d98a', '#7fa66a', '#41705a', '#1f4540', '#0b1c1c', '#ff9f6e', '#f7f8e4'),
  frost: palette('#0f2547', '#bfe6f5', '#7fb4d6', '#4478a8', '#1f4776', '#0a1a33', '#ffb4a2', '#f3fbff'),
  brick: palette('#3d0f14', '#ff9d5c', '#d94f3a', '#8f2631', '#4f1425', '#1e0810', '#ffe28a', '#fff2e3'),
  noir: palette('#14161d', '#9aa3b2', '#5d6676', '#363d4b', '#1e232d', '#0b0d12', '#ff5d5d', '#f2f2ee'),
  candy: palette('#3a1d5c', '#ff8fc7', '#c45bd6', '#7a3fc4', '#3b2691', '#170f3f', '#7ff0e0', '#fff0fb'),
  ochre: palette('#5a2f10', '#ffd27a', '#e09a3e', '#a6602a', '#5e3420', '#221310', '#7fd1c7', '#fff6df'),
  jade: palette('#04332c', '#9ff0b8', '#3fb583', '#1d7a66', '#0e4a47', '#051f22', '#ff8a7a', '#effff2'),
  cobalt: palette('#0a1a5c', '#6fa8ff', '#3b63e0', '#2440a8', '#141f66', '#080b2b', '#ffd84d', '#eef3ff'),
  bone: palette('#d9cfc0', '#f6efe2', '#c9a98c', '#8f6f62', '#4c3c41', '#1d171c', '#e2543e', '#fffaf0'),
  acid: palette('#1c1633', '#d8f06a', '#58c48f', '#28788c', '#233a6b', '#120f2e', '#ff6fae', '#f8ffe2'),
  rose: palette('#4a1430', '#ffc2b4', '#ef7d8d', '#b04273', '#661f57', '#280b2b', '#fff0a8', '#fff3ee'),
  slate: palette('#1a2a33', '#d7c7a8', '#8fa3a1', '#56737a', '#2b464f', '#0f1d23', '#f2a65a', '#f6f1e6'),
  iris: palette('#111a3a', '#a9b8ff', '#6b74d6', '#45409c', '#291f66', '#0f0a2c', '#ffab73', '#f1f0ff'),
}

export type PaletteName = keyof typeof PALETTES

/** The one palette with a pale sky. */
export const isLight = (name: PaletteName): boolean => name === 'bone'
