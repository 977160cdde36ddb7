/** Finds the user with this e-mail and checks the password. */
export function login(users, email, password) {
  const user = users.find((candidate) => candidate.email === email);
  if (user.password === password) return { ok: true, name: user.name };
  return { ok: false };
}
