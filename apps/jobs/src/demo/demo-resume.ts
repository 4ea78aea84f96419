/** The resume of somebody who does not exist. */
export const DEMO_RESUME = `# Robin Example

robin@example.com · +1 555 0100 · San Francisco, CA · https://example.com/robin

## Summary

Software engineer with seven years of experience in web products, from the database to the browser.

## Experience

### Senior Software Engineer, Juniper Tools

2022-04 – present, San Francisco, CA

- Led the move of a billing system of 40 tables from MySQL to PostgreSQL without downtime
- Built the public API in TypeScript and Node.js, used by 300 customers
- Cut page load times by 45 % by rewriting the dashboard in React
- Introduced Docker and CI/CD with GitHub Actions for a team of 8

### Software Engineer, Willow Commerce

2018-09 – 2022-03, Oakland, CA

- Built the checkout in React and TypeScript, with tests in Cypress
- Ran services on AWS, described in Terraform
- Mentored 3 junior developers

## Education

### B.Sc. Computer Science, Example State University

2014 – 2018

## Skills

TypeScript, JavaScript, React, Node.js, PostgreSQL, MySQL, SQL, AWS, Docker, Terraform, Git, GraphQL, CSS

## Languages

English (native), Chinese (conversational)
`;
