/** What the checks before publishing find (PF2), each with its level and its words. No zod: the browser loads this. */

/**
 * A release cannot go live with a finding that blocks. A warning asks; a note informs. Questions that the game form did not
 * ask before (`warnings-open`, `reach-unsaid`, `explicit-card`) only warn once a game was public.
 */
export const FINDING_LEVELS = ['blocks', 'warns', 'note'] as const
export type FindingLevel = (typeof FINDING_LEVELS)[number]

export const ACKNOWLEDGE_REASON_MAX = 200

/** Of what a malware scanner found: what nobody lifted, and the false alarms that were lifted. */
export const MALWARE_STATES = ['open', 'lifted'] as const
export type MalwareState = (typeof MALWARE_STATES)[number]
/** How many of these are listed. */
export const MALWARE_LISTED = 100

type Words = { id?: string; level: FindingLevel; title: string; sentence: string }

/**
 * By key, which is the finding's id unless that is given. `{name}` in a text stands for a value of the finding. The title of
 * a finding about a file follows its device: *Windows: the archive is damaged*.
 */
export const FINDINGS = {
  'archive-damaged': {
    level: 'blocks',
    title: 'the archive is damaged',
    sentence:
      'This archive is incomplete or damaged: its file list cannot be read. Pack your game again as one .zip file.',
  },
  'archive-miscounted': {
    id: 'archive-damaged',
    level: 'blocks',
    title: 'the archive counts its files wrong',
    sentence:
      'This archive has more than 65,535 files, but counts fewer, as a Mac’s Compress does. Combine some files, or pack your game with “zip -r” in Terminal or with Keka.',
  },
  'archive-empty': {
    level: 'blocks',
    title: 'the archive is empty',
    sentence: 'This archive is empty. Pack your game again and upload the new file.',
  },
  'archive-password': {
    level: 'blocks',
    title: 'the archive needs a password',
    sentence:
      'This archive is protected by a password that players do not have. Pack your game again without one.',
  },
  'archive-crowded': {
    level: 'blocks',
    title: 'the archive has too many files',
    sentence:
      'This archive contains more than {count} files. Combine some of them, or split your game into several archives.',
  },
  'archive-overlaps': {
    level: 'blocks',
    title: 'files in the archive overlap',
    sentence:
      'This archive is damaged: some of its files overlap. Pack your game again and upload the new file.',
  },
  'archive-bomb': {
    level: 'blocks',
    title: 'the archive unpacks to far more than its size',
    sentence:
      'This archive unpacks to {size}, far more than its own size. Remove blank or repeated data and pack your game again.',
  },
  'archive-escapes': {
    level: 'blocks',
    title: 'the archive would unpack outside its folder',
    sentence:
      'This archive would unpack outside its own folder: "{name}". Pack your game again with plain paths, without ".." or a drive letter.',
  },
  'archive-hidden': {
    level: 'blocks',
    title: 'a file name has hidden characters',
    sentence:
      'A name in this archive has hidden characters: "{name}". Rename that file and pack your game again.',
  },
  'archive-link': {
    level: 'blocks',
    title: 'a symbolic link leads nowhere',
    sentence:
      'A symbolic link in this archive leads to nothing in it: "{name}". Pack your game again without it.',
  },
  'archive-links': {
    id: 'archive-link',
    level: 'blocks',
    title: 'the archive has too many symbolic links',
    sentence:
      'This archive contains more than {count} symbolic links. Pack your game again with the files themselves.',
  },
  'rar-password': {
    level: 'blocks',
    title: 'the archive needs a password',
    sentence:
      'This RAR archive is protected by a password that players do not have. Pack your game again without one.',
  },
  'rar-part': {
    level: 'blocks',
    title: 'a part of a split archive',
    sentence:
      'This file is one part of a split RAR archive. Name its parts game.part1.rar, game.part2.rar and so on, or pack your game as one archive.',
  },
  'apk-incomplete': {
    id: 'no-program',
    level: 'blocks',
    title: 'the .apk can’t be installed',
    sentence:
      '{file} lacks {missing}, so Android refuses it. Export a signed .apk from your engine and upload that.',
  },
  'no-program': {
    level: 'warns',
    title: 'nothing in it starts',
    sentence: 'We found no program for {device} in {file}. Check that you packed the whole game.',
  },
  'mac-not-executable': {
    level: 'warns',
    title: 'the program is not marked as executable',
    sentence:
      'Archives packed on Windows lose the mark, and players can’t start the game. Pack it on a Mac or on Linux.',
  },
  'linux-not-executable': {
    level: 'warns',
    title: 'the program is not marked as executable',
    sentence:
      'Archives packed on Windows lose the mark, and players can’t start the game. Pack it on Linux or on a Mac.',
  },
  'wrong-device': {
    level: 'warns',
    title: 'the program is for another device',
    sentence: '{file} starts on {found}, not on {device}. Choose another device, or upload another file.',
  },
  'zip-in-zip': {
    level: 'warns',
    title: 'an archive inside the archive',
    sentence:
      'All it holds is {name}, so players unpack twice and we can’t check the game. Upload that file itself.',
  },
  'shrunk-size': {
    id: 'shrunk',
    level: 'warns',
    title: '{percent}% smaller than the build before',
    sentence: 'It was {before} and is {after} now. Check that nothing is missing.',
  },
  'shrunk-files': {
    id: 'shrunk',
    level: 'warns',
    title: '{percent}% of the files are gone',
    sentence: '{gone} of the {before} files of the build before are not in this one.',
  },
  leftovers: {
    level: 'note',
    title: '{what} inside',
    sentence: '{size} that players don’t need.',
  },
  secrets: {
    level: 'warns',
    title: 'it may give away a secret',
    sentence: 'Everyone who downloads the game can read {names}. Remove it, and replace the key or password.',
  },
  engine: {
    level: 'note',
    title: 'made with {engine}',
    sentence: 'Its saves are usually in {place}.',
  },
  malware: {
    level: 'blocks',
    title: 'the malware scanner found something',
    sentence:
      'It reports {signature} in {file}, and nobody can download it. If that is a false alarm, contact support.',
  },
  'not-scanned': {
    level: 'note',
    title: 'not scanned for malware',
    sentence: '{reason}',
  },
  contrast: {
    level: 'warns',
    title: '{what}',
    sentence: '{ratio} to 1; {needed} is needed. The nearest color that passes is {color}.',
  },
  'contrast-unmet': {
    id: 'contrast',
    level: 'warns',
    title: '{what}',
    sentence: '{ratio} to 1; {needed} is needed. No tint or shade of it passes: change the color beside it.',
  },
  'alt-missing': {
    level: 'warns',
    title: '{screenshots} no description',
    sentence: 'For people who can’t see them.',
  },
  'explicit-card': {
    level: 'blocks',
    title: 'The card or cover image is explicit',
    sentence: 'The game is marked SFW. Mark it NSFW, or choose other images.',
  },
  'explicit-card-unsaid': {
    id: 'explicit-card',
    level: 'blocks',
    title: 'Is the card or cover image explicit?',
    sentence: 'The game is marked SFW and this question has no answer. We don’t guess.',
  },
  'warnings-open': {
    level: 'blocks',
    title: 'Content warnings are not answered',
    sentence: '{themes} no answer, so buyers don’t know what to expect.',
  },
  'reach-unsaid': {
    level: 'blocks',
    title: 'The review lacks something',
    sentence: 'Tell us {missing}. Only we read it.',
  },
  'price-under-minimum': {
    level: 'blocks',
    title: '{what} can’t be paid',
    sentence: '{price} is below the smallest payment possible right now, {minimum}.',
  },
  'title-like-another': {
    level: 'warns',
    title: 'Another game has this title',
    sentence: '“{title}” by {developer} reads the same. Buyers may mix them up.',
  },
  'pays-elsewhere': {
    level: 'warns',
    title: 'The description asks for payment elsewhere',
    sentence: 'It holds {what}. A game must not be sold around the store.',
  },
  'dead-link': {
    level: 'note',
    title: 'A link in the description is gone',
    sentence: '{host} answers “not found”.',
  },
  'dead-host': {
    id: 'dead-link',
    level: 'note',
    title: 'A link in the description is gone',
    sentence: 'There is no site named {host}.',
  },
} as const satisfies Record<string, Words>

export type FindingKey = keyof typeof FINDINGS
type IdOf<Key extends FindingKey> = (typeof FINDINGS)[Key] extends { id: infer Id } ? Id : Key
export type FindingId = { [Key in FindingKey]: IdOf<Key> }[FindingKey]

export const FINDING_IDS = [
  ...new Set(Object.entries(FINDINGS).map(([key, words]) => ('id' in words ? words.id : key))),
] as FindingId[] // of all keys

/** What is between `{` and `}` in a text. */
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never
export type FindingValues<Key extends FindingKey> = Record<
  Named<(typeof FINDINGS)[Key]['title']> | Named<(typeof FINDINGS)[Key]['sentence']>,
  string | number
>

export type FoundWords = { id: FindingId; level: FindingLevel; title: string; sentence: string }

/** A finding in words. */
export function findingOf<Key extends FindingKey>(key: Key, values: FindingValues<Key>): FoundWords {
  const words: Words = FINDINGS[key]
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name) => String((values as Record<string, string | number>)[name])) // the type names all
  const id = (words.id ?? key) as FindingId // of this key
  return { id, level: words.level, title: filled(words.title), sentence: filled(words.sentence) }
}
