import { expect, it } from 'vitest'
import { joinTags, splitTags, TAGS_IN_QUERY_MAX } from './tag-list.ts'

it.each([
  [undefined, []],
  [' , ,', []],
  ['rpg', ['rpg']],
  [' RPG , Visual Novel,rpg,', ['RPG', 'Visual Novel']],
])('%j holds the tags %j', (list, tags) => expect(splitTags(list)).toEqual(tags))

it('A list of tags reads back as it was written, up to the maximum of a query', () => {
  const tags = Array.from({ length: TAGS_IN_QUERY_MAX + 2 }, (_, number) => `tag ${number}`)
  expect(splitTags(joinTags(tags))).toEqual(tags.slice(0, TAGS_IN_QUERY_MAX))
})
