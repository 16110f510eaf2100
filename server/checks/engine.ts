import type { EngineId } from '@nofiller/contract/checks/engines'
import { headIn } from './archives/archive.ts'
import type { ArchiveReader } from './archives/archive-reader.ts'
import type { PackedFile } from './packed-files.ts'

/** By a path that only games of the engine have. */
const PATHS: [EngineId, RegExp][] = [
  [
    'renpy',
    /(?:^|\/)(?:renpy\/[^/]+\.(?:py|pyo|pyc|rpy|rpyc)|game\/[^/]+\.(?:rpa|rpyc)|x-game\/[^/]+\.rpyc)$/,
  ],
  [
    'rpg-maker',
    /(?:^|\/)(?:js\/(?:rpg_core|rmmz_core)\.js|RGSS\d+\w*\.dll|Game\.rgss\d*a|RPG_RT\.(?:exe|ldb))$/i,
  ],
  ['unity', /(?:^|\/)(?:UnityPlayer\.(?:dll|so|dylib)|globalgamemanagers|data\.unity3d)$|\.unityweb$/],
  ['unreal', /(?:^|\/)(?:Engine\/Binaries\/|Content\/Paks\/[^/]+\.(?:pak|utoc)$)/],
  ['godot', /\.pck$|(?:^|\/)(?:project\.binary|libgodot_android\.so)$/],
]

/** Compilers of stories name themselves near the top of the page. */
const STORY = /tw-story|SugarCube|Harlowe|Chapbook|Snowman|Twine/

/** The engine that a game was made with, by its files; null when none is known by them. */
export async function engineOf(
  files: readonly PackedFile[],
  reader: ArchiveReader,
): Promise<EngineId | null> {
  const known = PATHS.find(([, pattern]) => files.some(({ path }) => pattern.test(path)))
  if (known) return known[0]
  const page = files.find(({ path }) => /^(?:[^/]+\/)?[^/]+\.html?$/i.test(path))
  return page && STORY.test((await headIn(page.entry, reader)).toString('latin1')) ? 'twine' : null
}
