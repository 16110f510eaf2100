import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('shell/shell.tsx', [
    index('routes/home.tsx'),
    route('games', 'routes/games.tsx'),
    route('game/:id', 'routes/game.tsx'),
    route('cancelled', 'routes/cancelled.tsx'),
    route('login', 'routes/login.tsx'),
    route('signup', 'routes/signup.tsx'),
    route('verify', 'routes/verify.tsx'),
    route('forgot-password', 'routes/forgot-password.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('library', 'routes/library.tsx'),
    route('orders', 'routes/orders.tsx'),
    route('receipt', 'routes/receipt.tsx'),
    route('thank-you', 'routes/thank-you.tsx'),
    route('thankyou', 'routes/thank-you.tsx', { id: 'routes/thankyou' }),
    route('dashboard', 'routes/dashboard.tsx'),
    route('dev-dashboard', 'routes/dev-dashboard.tsx'),
    route('create-game/:id?', 'routes/create-game.tsx'),
    route('*', 'routes/unknown.tsx'),
  ]),
  route('sandbox/invoice/:id', 'routes/sandbox-invoice.tsx'),
] satisfies RouteConfig
