import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { fileTypeOf, nameFits } from './file-type.ts'

const zip = Buffer.from(zipSync({ 'game.txt': Buffer.from('hello') }))
const hex = (bytes: string) => Buffer.from(bytes.padEnd(64, '0'), 'hex')

it('D6 recognizes archives and pictures by their first bytes', () => {
  expect(fileTypeOf(zip)).toBe('zip')
  expect(fileTypeOf(hex('526172211a0700cf'))).toBe('rar')
  expect(fileTypeOf(hex('526172211a070100'))).toBe('rar')
  expect(fileTypeOf(hex('ffd8ffe000104a464946'))).toBe('jpeg')
  expect(fileTypeOf(hex('89504e470d0a1a0a'))).toBe('png')
  expect(fileTypeOf(Buffer.from('GIF89a..........'))).toBe('gif')
  expect(fileTypeOf(Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 '))).toBe('webp')
})

it('D6 refuses programs, web pages, other archives, empty files, and archives with a prefix', () => {
  const refused = [
    Buffer.from('MZ\x90\0'),
    Buffer.from('\x7fELF'),
    Buffer.from('#!/bin/sh'),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'),
    Buffer.from('%PDF-1.7'),
    hex('377abcaf271c'),
    hex('504b0506'),
    Buffer.alloc(0),
    Buffer.concat([Buffer.from('MZ'), zip]),
    Buffer.concat([Buffer.from(' '), zip]),
  ]
  for (const head of refused) expect(fileTypeOf(head), head.toString('latin1')).toBeNull()
})

it('D6 requires that the file name matches the bytes', () => {
  expect(nameFits('Game.ZIP', 'zip')).toBe(true)
  expect(nameFits('game.apk', 'zip')).toBe(true)
  expect(nameFits('art.jpeg', 'jpeg')).toBe(true)
  expect(nameFits('game.exe', 'zip')).toBe(false)
  expect(nameFits('game.zip.html', 'zip')).toBe(false)
  expect(nameFits('zip', 'zip')).toBe(false)
})
