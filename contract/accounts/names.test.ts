import { expect, it } from 'vitest'
import { foldName, isNameOfTrust } from './names.ts'

it.each([
  ['ada.quill', 'ada_quill'],
  ['ada.quill', 'AdaQuill'],
  ['ada.quill', 'аdа quіll'],
  ['Ada Quill', 'Ａｄａ‐Ｑｕｉｌｌ'],
  ['lull', '1u1l'],
  ['modern', 'modem'],
  ['Zoe', 'Zoë'],
  ['o0o', 'ooo'],
])('%j and %j count as the same username', (one, other) => expect(foldName(one)).toBe(foldName(other)))

it.each([
  ['june', 'jane'],
  ['ada', 'adam'],
  ['юля', 'юра'],
])('%j and %j count as different usernames', (one, other) => expect(foldName(one)).not.toBe(foldName(other)))

it.each([
  'ADMIN',
  'support',
  'No.Filler',
  'no_filler',
  'n0filler',
  'adm1n',
  'june-support',
  'news.no.filler',
  'Аdmin',
  'the staff',
  'Moderator!',
  '0wner',
])('The username %j looks official', (name) => expect(isNameOfTrust(name, 'No Filler')).toBe(true))

it.each([
  'badminton',
  'supporter',
  'staffan',
  'fillers',
  'june',
  'No Thriller',
  'administratrix',
  'townowners',
  'developer',
])('The username %j does not look official', (name) => expect(isNameOfTrust(name, 'No Filler')).toBe(false))
