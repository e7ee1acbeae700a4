/**
 * Passwords are kept as scrypt hashes (RFC 7914) that carry their own parameters: `scrypt$ln=15,r=8,p=3$salt$hash`, base64url.
 * See docs/decisions/identity-and-keys.md#password-checks-are-slow-fair-and-bounded.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import { type Asker, fairQueue, QueueFull } from '../../lib/fair-queue.ts'
import { isLoopback, networkOf } from '../../lib/network-address.ts'
import { passwordCost as cost, type PasswordCost } from './password-cost.ts'

const saltLength = 16
const hashLength = 32

/** @throws Refusal TooManyRequests when too many wait already */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  const hash = await derive(withKey, password, salt, hashLength, cost)
  return `scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * Whether a password is the one that was hashed. Without a hash (no such login) it takes as long and is false, so that time
 * does not show who exists. Hashes this program did not write are false too.
 * @param remote the network address that asks: networks take turns
 * @throws Refusal TooManyRequests when too many wait already, of this network or of all
 */
export async function verifyPassword(password: string, hash: string | undefined, remote: string): Promise<boolean> {
  const stored = parse(hash)
  const { salt, expected, ...parameters } = stored ?? { salt: Buffer.alloc(saltLength), expected: nobodys, ...cost }
  const derived = await derive(askerOf(remote), password, salt, expected.length, parameters)
  return timingSafeEqual(derived, expected) && stored !== undefined
}

const nobodys = Buffer.alloc(hashLength)

const format = /^scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{8,})\$([\w-]{16,})$/

function parse(text: string | undefined) {
  const match = format.exec(text ?? '')
  if (!match) return undefined
  const [ln, r, p] = match.slice(1, 4).map(Number) as [number, number, number] // the pattern has these groups
  return { ln, r, p, salt: Buffer.from(match[4]!, 'base64url'), expected: Buffer.from(match[5]!, 'base64url') }
}

/**
 * Hashing runs in the thread pool that files and name look-ups share; two at a time leave it room. Networks take turns, so
 * that a crowd of one makes the others wait for one hash and not for all of its own; what would wait behind many others is
 * refused: that is an attack, or soon a time-out.
 */
const mostWaiting = 100
const mostWaitingOfNetwork = 8
const queue = fairQueue({ atOnce: 2, waiting: mostWaiting })

/** Callers with a key set passwords; all of them are one line. */
const withKey: Asker = { name: 'with a key', waiting: mostWaiting }

/** Requests from this machine may be those of every caller, through a proxy that is not named. */
function askerOf(remote: string): Asker {
  return { name: networkOf(remote), waiting: isLoopback(remote) ? mostWaiting : mostWaitingOfNetwork }
}

async function derive(
  asker: Asker,
  password: string,
  salt: Buffer,
  length: number,
  { ln, r, p }: PasswordCost,
): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  try {
    return await queue(
      asker,
      () =>
        new Promise<Buffer>((resolve, reject) => {
          scrypt(password.normalize('NFC'), salt, length, options, (error, hash) =>
            error ? reject(error) : resolve(hash),
          )
        }),
    )
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('TooManyRequests', 'Too many passwords are being checked.')
    throw error
  }
}

/**
 * Holds a new password to the rules.
 * @throws Refusal InvalidPassword under 6 or over 200 characters; UnsafePassword for one that is guessed first
 */
export function checkPassword(password: string, username: string): void {
  if (password.length < shortest || password.length > longest) {
    throw new Refusal('InvalidPassword', `A password has ${shortest} to ${longest} characters.`)
  }
  const lower = password.toLowerCase()
  if (unsafe.has(lower) || lower === username.toLowerCase() || isRepetition(lower)) {
    throw new Refusal('UnsafePassword', 'This password is among the first that are tried; choose another.')
  }
}

const shortest = 6
const longest = 200

function isRepetition(text: string): boolean {
  return new Set(text).size === 1
}

/** What leads every published list of leaked passwords, from 6 characters on, and what this interface itself suggests. */
const unsafe = new Set(
  // biome-ignore format: a list
  [
    '123456', '1234567', '12345678', '123456789', '1234567890', '0123456789', '012345', '123123', '123321', '123abc', '112233', '121212', '101010',
    '102030', '159753', '147258369', '654321', '7654321', '87654321', '987654321', '696969', '131313', '232323', '1q2w3e', '1q2w3e4r', '1q2w3e4r5t',
    '1qaz2wsx', 'qazwsx', 'qwerty', 'qwerty1', 'qwerty12', 'qwerty123', 'qwertyuiop', 'qwertz', 'azerty', 'asdfgh', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', 'abcdef',
    'abcdefg', 'abcdefgh', 'abc123', 'abcd1234', 'a1b2c3', 'a123456', '123456a', 'aa123456', 'aa12345678', 'password', 'password1', 'password12', 'password123', 'passw0rd',
    'p@ssw0rd', 'p@ssword', 'passwort', 'pass123', 'pass1234', 'secret', 'secret1', 'letmein', 'letmein1', 'welcome', 'welcome1', 'welcome123', 'changeme', 'default', 'deprecated',
    'admin1', 'admin123', 'admin1234', 'administrator', 'root123', 'rootroot', 'test123', 'test1234', 'testtest', 'testing', 'guest1', 'login1', 'user123', 'username', 'master',
    'dragon', 'monkey', 'shadow', 'sunshine', 'princess', 'football', 'baseball', 'superman', 'batman', 'michael', 'jordan', 'jennifer', 'jessica', 'charlie', 'daniel',
    'ashley', 'thomas', 'hunter', 'hunter2', 'killer', 'trustno1', 'iloveyou', 'iloveyou1', 'whatever', 'starwars', 'pokemon', 'naruto', 'freedom', 'computer', 'internet',
    'samsung', 'google', 'facebook', 'linkedin', 'lovely', 'flower', 'cheese', 'summer', 'winter', 'london', 'liverpool', 'arsenal', 'chelsea', 'mustang', 'corvette',
    'lettershop', 'lettershop1', 'createsend', 'newsletter', 'campaign',
  ],
)
