/** The tests in a runner's JSON report, each with what it cost, what failed in it, and what the runner needs to run it alone. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A file that failed as a unit, such as by a hook, counts as one test. */
export function vitestTests(report, root) {
  return (read(report)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.map((test) => ({
      name: `${file}: ${test.fullName}`,
      ms: test.duration ?? 0,
      hasPassed: test.status === 'passed',
      failures: test.failureMessages ?? [],
      attachments: [],
      file,
      titles: [...test.ancestorTitles, test.title],
    }))
    const isOfFile = status === 'failed' && tests.every(({ failures }) => failures.length === 0)
    return isOfFile ? [...tests, wholeFile(file, message)] : tests
  })
}

function wholeFile(file, message) {
  return {
    name: file,
    ms: 0,
    failures: [message || 'The file failed.'],
    attachments: [],
    file,
    hasPassed: false,
    titles: null,
  }
}

export function playwrightTests(report) {
  return specsIn(read(report)).flatMap(({ file, line, title, tests }) =>
    tests.map(({ results }) => ({
      name: `e2e/${file}:${line}: ${title}`,
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
      hasPassed: results.length > 0 && results.every(({ status }) => status === 'passed'),
      failures: results.flatMap(({ errors }) => errors.map(({ stack, message }) => stack ?? message)),
      attachments: results.flatMap(({ attachments }) => attachments.flatMap(({ path }) => path ?? [])),
      file: join('e2e', file),
      line,
    })),
  )
}

/** The tests of a suite and of all suites in it. */
function specsIn(suite) {
  return [...(suite?.specs ?? []), ...(suite?.suites ?? []).flatMap(specsIn)]
}

/** A report, or null of a part that did not run or did not come to its end. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
