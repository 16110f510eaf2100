/**
 * Endpoints that a store in the sandbox has built in, for the demo and for tries: no request leaves the machine. No zod: the
 * browser loads this.
 */
export const SANDBOX_ENDPOINTS = {
  /** Answers 200 to everything. */
  arrives: 'https://sandbox.example/sandbox/endpoint',
  /** Answers 503 to everything. */
  fails: 'https://sandbox.example/sandbox/endpoint/failing',
} as const
