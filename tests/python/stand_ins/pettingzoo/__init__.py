"""A stand-in for pettingzoo: the members that both kinds of environment declare."""


class AECEnv:
    metadata = {}
    possible_agents: list
    agents: list

    def __init__(self):
        pass

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def unwrapped(self):
        return self


class ParallelEnv(AECEnv):
    pass
