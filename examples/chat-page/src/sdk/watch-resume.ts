/** A `fetch` that tells when the server has nothing to resume, which the AI SDK keeps to itself. */
export function watchResume(onNothing: () => void): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status === 204) onNothing();
    return answer;
  };
}
