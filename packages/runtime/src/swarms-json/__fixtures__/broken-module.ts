throw new Error('this module never loads');
