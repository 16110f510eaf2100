/** The engines that a build shows, and where their games usually save (PF2). No zod: the browser loads this. */
export const ENGINES = {
  renpy: {
    name: 'Ren’Py',
    saves: {
      Windows: '%APPDATA%\\RenPy',
      Mac: '~/Library/RenPy',
      Linux: '~/.renpy',
      Android: 'Android/data/(the game)/files/saves',
      Web: 'the browser',
    },
  },
  'rpg-maker': {
    name: 'RPG Maker',
    saves: {
      Windows: 'the folder “save” of the game',
      Mac: 'the folder “save” of the game',
      Linux: 'the folder “save” of the game',
      Android: 'the app itself',
      Web: 'the browser',
    },
  },
  unity: {
    name: 'Unity',
    saves: {
      Windows: '%USERPROFILE%\\AppData\\LocalLow\\(developer)\\(the game)',
      Mac: '~/Library/Application Support/(developer)/(the game)',
      Linux: '~/.config/unity3d/(developer)/(the game)',
      Android: 'Android/data/(the game)/files',
      Web: 'the browser',
    },
  },
  godot: {
    name: 'Godot',
    saves: {
      Windows: '%APPDATA%\\Godot\\app_userdata\\(the game)',
      Mac: '~/Library/Application Support/Godot/app_userdata/(the game)',
      Linux: '~/.local/share/godot/app_userdata/(the game)',
      Android: 'the app itself',
      Web: 'the browser',
    },
  },
  unreal: {
    name: 'Unreal Engine',
    saves: {
      Windows: '%LOCALAPPDATA%\\(the game)\\Saved\\SaveGames',
      Mac: '~/Library/Application Support/Epic/(the game)/Saved/SaveGames',
      Linux: '~/.config/Epic/(the game)/Saved/SaveGames',
      Android: 'Android/data/(the game)/files',
      Web: 'the browser',
    },
  },
  twine: {
    name: 'Twine',
    saves: {
      Windows: 'the browser',
      Mac: 'the browser',
      Linux: 'the browser',
      Android: 'the browser',
      Web: 'the browser',
    },
  },
} as const

type Saving = keyof (typeof ENGINES)['renpy']['saves']

/** Where a game of an engine usually saves on a device; null where that is not known. */
export function savesPlace(engine: EngineId, device: string): string | null {
  const { saves } = ENGINES[engine]
  return device in saves ? saves[device as Saving] : null // `in` has checked it
}
export type EngineId = keyof typeof ENGINES
