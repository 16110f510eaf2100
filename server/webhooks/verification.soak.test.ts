/** The code that `/developers` shows to developers who use Python and PHP, run by Debian's own. */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { exampleFile, webhookRequests } from '../testing/fixtures/webhook-requests.ts'

const LANGUAGES = [
  {
    language: 'Python',
    program: 'python3',
    deb: 'python3',
    options: ['-B', '-c'],
    code: `
import json, sys
from verify import is_from_store
requests = json.load(sys.stdin)
print(json.dumps([bool(is_from_store(each["headers"], each["body"].encode(), each["secret"])) for each in requests]))`,
  },
  {
    language: 'PHP',
    program: 'php',
    deb: 'php-cli',
    options: ['-d', 'error_reporting=-1', '-r'],
    code: `
require 'verify.php';
$requests = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn ($each) => is_from_store($each['headers'], $each['body'], $each['secret']), $requests));`,
  },
]

it.each(LANGUAGES)(
  'HO7 The example in $language accepts what the store signed lately, and nothing else',
  ({ program, deb, options, code }) => {
    const requests = Object.entries(webhookRequests(new Date()))
    const { error, status, stdout, stderr } = spawnSync(program, [...options, code], {
      cwd: dirname(exampleFile('verify.py')),
      input: JSON.stringify(requests.map(([, [request]]) => request)),
      encoding: 'utf8',
    })
    if (error) throw new Error(`${program} is not installed: apt-get install --no-install-recommends ${deb}`)
    expect(status, stdout + stderr).toBe(0)
    const said: boolean[] = JSON.parse(stdout)
    expect(Object.fromEntries(requests.map(([name], at) => [name, said[at]]))).toEqual(
      Object.fromEntries(requests.map(([name, [, isGenuine]]) => [name, isGenuine])),
    )
  },
)
