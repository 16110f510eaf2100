/** How long the long tests are: `npm test` runs about a tenth of what `npm run test:soak` does. */
export const IS_SOAK = process.env.SOAK === '1'
const rounds = (soak: number, usual: number): number => (IS_SOAK ? soak : usual)

const MIB = 1024 ** 2

/** Orders, and payouts, that live through random clicks, messages, polls, deadlines and crashes. */
export const LIVES = rounds(1_000, 16)
/** Lives of a discount code's orders. */
export const CODE_LIVES = rounds(1_000, 40)
/** How often a process is killed, at one step after the other. */
export const KILLS = rounds(20, 1)
/** Games of a catalog that is called large: enough for more than 1,000 of one tag, which are no longer sorted but walked through. */
export const MANY_GAMES = rounds(100_000, 20_000)
/** A file whose size a process's memory must not follow. */
export const LARGE_FILE_BYTES = rounds(1024, 128) * MIB
/** A file whose upload is cut and goes on. */
export const CUT_FILE_BYTES = rounds(500, 16) * MIB
/** Emails sent through a faulty mail server, none of which may be lost. */
export const MAILS = rounds(1_000, 104)
/** Buyers who check out, pay and download. */
export const BUYERS = rounds(200, 20)
/** Requests for one thing, all at once. */
export const CLICKS = rounds(1_000, 100)
/** Sales started before, and clicked during, an outage of the provider. */
export const OUTAGE_SALES = { begun: rounds(400, 20), clicked: rounds(100, 10) }
/** Malformed bodies, after those by which a process's memory settles. */
export const BODIES = { warming: rounds(4_000, 300), measured: rounds(2_000, 150) }
/** Random sequences of calls that must not reveal whether an address is known. */
export const SEQUENCES = rounds(50, 5)
/** Requests made from the OpenAPI document. */
export const DOCUMENTED_REQUESTS = rounds(10_000, 500)
/** Owners of one game who are told of its releases. */
export const OWNERS = rounds(100_000, 6_000)
/** Releases that go live at the same second. */
export const RELEASES_AT_ONCE = rounds(1_000, 100)
/** How often a store is killed on the way of a release, at one point after the other; once when it is live. */
export const RELEASE_KILLS = rounds(5, 1)
/** Accounts whose weekly email is due, and how often the process that sends them is killed meanwhile. */
export const DIGESTS = { accounts: rounds(100_000, 5_000), kills: rounds(3, 1) }
/** People who want games of one sale, and the games. */
export const WISHERS = rounds(100_000, 5_000)
export const WISHED_GAMES = rounds(500, 50)
/** Events that are sent to an endpoint, some of them twice. */
export const EVENTS = rounds(10_000, 500)
